#!/usr/bin/env bash
# Configures an OpenStack Swift on loopback, in FOLDER: three nodes of four servers each: a proxy with the S3 interface, and
# an account, a container and an object server with one device. Each object is on all three devices.
# Usage: swift.sh FOLDER PORT. Memcached uses PORT; the servers of the node n use the ports from PORT+10n to PORT+10n+3.
# Credentials: cloak:room, secret12.
set -eu
W=$1 P=$2; mkdir -p "$W/etc" "$W/cache"; cd "$W/etc"
cat > swift.conf <<C
[swift-hash]
swift_hash_path_suffix = cloakroom
swift_hash_path_prefix = cloakroom
[storage-policy:0]
name = default
default = yes
C
for kind in account container object; do
  rm -f $kind.builder $kind.ring.gz
  swift-ring-builder $kind.builder create 6 3 0 >/dev/null
  for n in 1 2 3; do
    case $kind in account) port=$((P+10*n+1));; container) port=$((P+10*n+2));; object) port=$((P+10*n+3));; esac
    swift-ring-builder $kind.builder add --region 1 --zone $n --ip 127.0.0.1 --port $port --device d$n --weight 1 >/dev/null
    mkdir -p "$W/n$n/d$n"
    cat > $kind-$n.conf <<C
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
devices = $W/n$n
mount_check = false
workers = 0
user = root
swift_dir = $W/etc
log_facility = LOG_LOCAL0
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
[$kind-replicator]
[$kind-updater]
[$kind-auditor]
C
  done
  swift-ring-builder $kind.builder rebalance >/dev/null 2>&1 || true
done
for n in 1 2 3; do
cat > proxy-$n.conf <<C
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $((P+10*n))
workers = 0
user = root
swift_dir = $W/etc
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$P
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_cloak_room = secret12 .admin
[filter:slo]
use = egg:swift#slo
C
done
