// For passes without fragments.

void main() {}
