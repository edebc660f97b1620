"""What every service stands in: calls, routes, faults and the ASGI application."""
