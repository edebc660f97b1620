#!/bin/sh
# Serve a page that says which database this server talks to.
mkdir -p /var/www
echo "connected to $DATABASE_HOST" > /var/www/index.html
echo ok > /var/www/health
echo "$DATABASE_PASSWORD" > /etc/app-password && chmod 600 /etc/app-password
exec python3 -m http.server 80 --directory /var/www
