"""What emitted code calls: kernels, numbers, its runtime error."""
