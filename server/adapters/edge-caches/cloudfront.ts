import { createHash, createHmac } from 'node:crypto'
import { apiOf, type FilmPurger, sendPurge } from './send-purge.ts'

/** CloudFront invalidates up to 15 wildcards at the same time, and a film has four. For more films, all are invalidated. */
const maxFilms = 3

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Creates the purger of `cloudfront://ACCESS_KEY_ID:SECRET_ACCESS_KEY@DISTRIBUTION_ID`, whose key may call
 * `CreateInvalidation`. Films are below `/media/-/{folder}/`.
 */
export const createCloudFrontPurger = (address: URL): FilmPurger => ({
  async purge(asset_ids, now) {
    // `URL` keeps the case of a host whose scheme is not a special one.
    const path = `/2020-05-31/distribution/${address.hostname}/invalidation`
    const url = new URL(path, apiOf(address, 'https://cloudfront.amazonaws.com'))
    const paths =
      asset_ids.length > maxFilms
        ? ['/media/-/*']
        : asset_ids.flatMap((id) =>
            ['', 'f', 'p', 'fp'].map((suffix) => `/media/-/${id}${suffix}/*`),
          )
    const reference = `${asset_ids.join('-').slice(0, 100)}@${now.toISOString()}`
    const body =
      '<?xml version="1.0" encoding="UTF-8"?>' +
      '<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">' +
      `<CallerReference>${reference}</CallerReference><Paths><Quantity>${paths.length}</Quantity>` +
      `<Items>${paths.map((item) => `<Path>${item}</Path>`).join('')}</Items></Paths></InvalidationBatch>`
    const headers = signRequest(
      { url, body },
      { id: decodeURIComponent(address.username), secret: decodeURIComponent(address.password) },
      now,
    )
    await sendPurge(url, { method: 'POST', headers, body })
  },
})

/** Signs a POST without a query by AWS Signature Version 4. CloudFront's region is always us-east-1. */
function signRequest(
  { url, body }: { url: URL; body: string },
  credentials: { id: string; secret: string },
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/us-east-1/cloudfront/aws4_request`
  const names = 'content-type;host;x-amz-date'
  const type = 'application/xml'
  const lines = [`content-type:${type}`, `host:${url.host}`, `x-amz-date:${time}`, '']
  const canonical = ['POST', url.pathname, '', ...lines, names, sha256(body)].join('\n')
  const key = [day, 'us-east-1', 'cloudfront', 'aws4_request'].reduce<string | Buffer>(
    (previous, part) => hmac(previous, part),
    `AWS4${credentials.secret}`,
  )
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'))
  return {
    'content-type': type,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.id}/${scope}, SignedHeaders=${names}, Signature=${signature.toString('hex')}`,
  }
}
