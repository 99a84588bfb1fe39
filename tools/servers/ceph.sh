#!/usr/bin/env bash
# Configures a Ceph on loopback, in FOLDER: a monitor, three storage daemons that hold their data in memory, and the RADOS gateway.
# Usage: ceph.sh FOLDER PORT. The monitor uses PORT, the gateway PORT+1; the storage daemons choose their own ports.
set -eu
W=$1 P=$2
F=$(cat /proc/sys/kernel/random/uuid)
mkdir -p "$W/run" "$W/mon"
cat > "$W/ceph.conf" <<C
[global]
fsid = $F
mon host = [v2:127.0.0.1:$P/0]
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc secure
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 3
osd pool default min size = 2
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 4294967296
mon max pg per osd = 1000
run dir = $W/run
crash dir = $W/run
admin socket = $W/run/\$name.asok
log file = $W/\$name.log
mon data = $W/mon
osd data = $W/osd\$id
[client.gateway]
rgw frontends = beast endpoint=127.0.0.1:$((P+1))
C
monmaptool --create --fsid "$F" --addv a "[v2:127.0.0.1:$P]" "$W/monmap" > /dev/null
ceph-mon -c "$W/ceph.conf" --mkfs -i a --monmap "$W/monmap"
