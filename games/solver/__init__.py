"""Solver: players made of code; they see what their seat may see, and nothing else."""
