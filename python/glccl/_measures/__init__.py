"""Measures of labels: rows of each label, and the values that models of the drop-ins have for them."""
