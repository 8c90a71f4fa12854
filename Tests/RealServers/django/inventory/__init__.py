"""Hosts and the tasks to be done on them."""
