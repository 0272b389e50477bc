"""What emitted code uses at run time: kernels, integers and lists, its exception."""
