// Verifies the addresses of films at the edge, for njs 0.7.9 and later. `server/shared/media-token.ts` signs them:
// /media/{expiry}-{audience}-{mac}/{asset}[f][p]/{file}, with the expiry in ms (base 36) and the first 16 bytes of
// HMAC-SHA-256 over `{asset}|{audience}|{expiry}` as the MAC. `p` marks folders of encrypted films.
import crypto from 'crypto'
import fs from 'fs'

/** One key per line, read when nginx starts or reloads. While the secret is being replaced, the file has the keys of both. */
const keysFile = '/etc/nginx/media-edge.keys'
/** Has a file for each purged asset. Its modification time is part of the cache keys, so older copies are never served again. */
const purgedFolder = '/var/cache/hanpyeon/purged'

const keys = fs
  .readFileSync(keysFile, 'utf8')
  .split('\n')
  .filter((line) => line)

const address =
  /^\/media\/([0-9a-z]{1,10})-([0-9a-zH]{1,14})-([\w-]{22})\/((\d{1,10})f?(p?)\/(?:[a-z0-9][\w-]*\/)+\w[\w-]*\.(?:m3u8|m4s|mp4))$/i

/** Compares strings in constant time. */
function isEqual(a, b) {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at)
  return difference === 0
}

function isSigned(text, expires36, mac) {
  if (parseInt(expires36, 36) <= Date.now()) return false
  return keys.some((key) => {
    const digest = crypto.createHmac('sha256', key).update(text).digest()
    return isEqual(mac, digest.slice(0, 16).toString('base64url'))
  })
}

function purgedAt(asset) {
  const mark = fs.statSync(`${purgedFolder}/${asset}`, { throwIfNoEntry: false })
  return mark ? mark.mtimeMs : ''
}

/** Returns the cache key of a film's file, without the signature; empty if the request is refused. */
function film(request) {
  const match = address.exec(request.uri)
  if (!match) return ''
  const expires36 = match[1]
  const audience = match[2]
  const asset = match[5]
  // Unencrypted films are for everyone, or the servers decide.
  if (!match[6] && audience !== 'p') return ''
  if (!isSigned(`${asset}|${audience}|${parseInt(expires36, 36)}`, expires36, match[3])) return ''
  return `${purgedAt(asset)}/${match[4]}`
}

/** Handles POST /purge/{expiry}-{mac}/{asset}: cached files of the film are not served again. */
function purge(request) {
  const match = /^\/purge\/([0-9a-z]{1,10})-([\w-]{22})\/(\d{1,10})$/.exec(request.uri)
  const isAllowed =
    match &&
    request.method === 'POST' &&
    isSigned(`purge|${match[3]}|${parseInt(match[1], 36)}`, match[1], match[2])
  if (!isAllowed) return request.return(403)
  fs.writeFileSync(`${purgedFolder}/${match[3]}`, '')
  request.return(204)
}

export default { film, purge }
