"""What authors work with: new files, layout, differences, schemas, reference, and what an editor asks."""
