// Verifies the addresses of films in a CloudFront Function (runtime 2.0) for viewer requests of `/media/*`, as media.js does in nginx.
// The behavior caches by path alone and sends the query `token` to the origin, which is the site: policies with no header, cookie or
// query in the cache key, `token` in the origin request, and `Access-Control-Allow-Origin: *` in responses. Purges are those of
// `cloudfront://…` in MEDIA_PURGE_URLS.
const crypto = require('crypto')

/** SET the keys, as in media-edge.keys. */
const keys = ['KEY']

const address =
  /^\/media\/(([0-9a-z]{1,10})-([0-9a-zH]{1,14})-([\w-]{22}))\/((\d{1,10})f?(p?)\/(?:[a-z0-9][\w-]*\/)+\w[\w-]*\.(?:m3u8|m4s|mp4))$/i

function isSigned(text, mac) {
  return keys.some((key) => {
    const digest = crypto.createHmac('sha256', key).update(text).digest('base64url')
    // The last character of 16 bytes holds two bits, which are a part of the 22nd of 32 bytes.
    return digest.slice(0, 21) === mac.slice(0, 21)
  })
}

// oxlint-disable-next-line no-unused-vars -- CloudFront calls it.
function handler(event) {
  const request = event.request
  const match = address.exec(request.uri)
  const expires = match ? parseInt(match[2], 36) : 0
  const isAllowed =
    match &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    (match[7] || match[3] === 'p') &&
    expires > Date.now() &&
    isSigned(`${match[6]}|${match[3]}|${expires}`, match[4])
  if (!isAllowed) return { statusCode: 403, statusDescription: 'Forbidden' }
  request.uri = `/media/-/${match[5]}`
  request.querystring = { token: { value: match[1] } }
  return request
}
