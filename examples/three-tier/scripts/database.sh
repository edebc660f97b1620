#!/bin/sh
# Start a database on the attached volume.
apt-get install -y postgresql
su postgres -c "psql -c \"ALTER USER postgres PASSWORD '$PASSWORD'\""
