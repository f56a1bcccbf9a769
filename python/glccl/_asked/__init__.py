"""What is asked: arguments as what they should be, criteria, filters, periodic axes."""
