import { runInShell, type Shell } from './debian-container.ts'

/** Settings of certbot for an authority of its own, in place of those that it asks for. */
const certbotSettings = `server = https://localhost:14443/dir
agree-tos = true
register-unsafely-without-email = true
non-interactive = true
preferred-profile = default
`

const authority = {
  listenAddress: '127.0.0.1:14443',
  managementListenAddress: '127.0.0.1:15000',
  certificate: 'cert.pem',
  privateKey: 'key.pem',
  httpPort: 80,
  tlsPort: 443,
  keyAlgorithm: 'ecdsa',
  profiles: {
    default: { description: '', validityPeriod: 90 * 86_400 },
    tomorrow: { description: '', validityPeriod: 25 * 3_600 },
  },
}

/**
 * Starts in the container what the internet has for others: a DNS server for which every name is this machine, Pebble as
 * the authority for certificates, and Postfix with OpenDKIM, which signs and passes mail on to `mail_port`.
 */
export async function startStandIns(
  shell: Shell,
  { mail_port }: { mail_port: number },
): Promise<void> {
  await runInShell(
    shell,
    `mkdir -p /srv/stand-ins /etc/letsencrypt
cd /srv/stand-ins
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem
cat > pebble.json <<'JSON'
${JSON.stringify({ pebble: authority })}
JSON
cat > /etc/letsencrypt/cli.ini <<'INI'
${certbotSettings}INI
systemd-run --quiet --unit=dns pebble-challtestsrv -dnsserver 127.0.0.1:53 -management 127.0.0.1:8055 \
  -defaultIPv6 '' -doh '' -http01 '' -https01 '' -tlsalpn01 ''
systemd-run --quiet --unit=authority --working-directory=/srv/stand-ins --setenv=PEBBLE_VA_NOSLEEP=1 \
  pebble -config pebble.json -dnsserver 127.0.0.1:53
curl -sS --retry 20 --retry-connrefused --retry-delay 1 --cacert cert.pem https://localhost:15000/roots/0 > root.pem
cp root.pem /usr/local/share/ca-certificates/root.crt
cp cert.pem /usr/local/share/ca-certificates/authority.crt
update-ca-certificates
cat root.pem >> /etc/authorities.pem
echo 'nameserver 127.0.0.1' > /etc/resolv.conf`,
  )
  await startMailServer(shell, mail_port)
}

/** The selector of the key that signs mails. */
export const dkimSelector = 'mail'

async function startMailServer(shell: Shell, mail_port: number) {
  await runInShell(
    shell,
    `mkdir -p /etc/dkimkeys
cd /etc/dkimkeys
opendkim-genkey --bits=1024 --domain=hanpyeon.example --selector=${dkimSelector}
chown opendkim: ${dkimSelector}.private
cat > /etc/opendkim.conf <<'CONF'
Domain hanpyeon.example
Selector ${dkimSelector}
KeyFile /etc/dkimkeys/${dkimSelector}.private
Mode s
Socket inet:8891@127.0.0.1
UserID opendkim
PidFile /run/opendkim/opendkim.pid
CONF
postconf 'relayhost=[127.0.0.1]:${mail_port}' mydestination= inet_interfaces=127.0.0.1 inet_protocols=ipv4 \
  smtpd_tls_security_level=none smtp_tls_security_level=none smtpd_milters=inet:127.0.0.1:8891
systemctl start opendkim postfix
publish() { curl -sS --fail --data "{\\"host\\":\\"$1.\\",\\"value\\":\\"$2\\"}" http://127.0.0.1:8055/set-txt; }
publish hanpyeon.example 'v=spf1 a -all'
publish _dmarc.hanpyeon.example 'v=DMARC1; p=quarantine'
publish ${dkimSelector}._domainkey.hanpyeon.example "$(grep -o '"[^"]*"' ${dkimSelector}.txt | tr -d '"\\n')"`,
  )
}

/** Sets the lines of alertmanager.yml that are marked SET to the server above, which has neither a password nor TLS. */
export const alertSettings = `sed --in-place '
  s/mail.hanpyeon.example:587/127.0.0.1:25/; /auth_/d; s/worker-1:9100/127.0.0.1:14000/
  s/send_resolved/require_tls: false\\n        send_resolved/' /etc/prometheus/alertmanager.yml`
