/** The header lines that every answer carries, each name before its value, in the manner of `writeHead`. */
export function securityLines(siteUrl: string): readonly string[] {
  const lines = [
    ...['x-content-type-options', 'nosniff'],
    ...['referrer-policy', 'strict-origin-when-cross-origin'],
    ...['cross-origin-opener-policy', 'same-origin'],
    ...['cross-origin-resource-policy', 'same-origin'],
  ]
  if (siteUrl.startsWith('https:'))
    lines.push('strict-transport-security', 'max-age=63072000; includeSubDomains')
  return lines
}

/**
 * What a page may load and do.
 * @param scripts hashes of its inline scripts.
 * @param payment_script the gateway's script. It may come, speak to its gateway, and send the browser there.
 */
export function contentSecurityPolicy(scripts: readonly string[], payment_script?: string): string {
  const from = payment_script ? [new URL(payment_script).origin] : []
  // Toss Payments' script has a host of its own, and speaks to others beside it.
  const gateway = from.map((origin) => ` ${origin.replace('//js.', '//*.')}`).join('')
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts, ...from].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "worker-src 'self'",
    `connect-src 'self'${gateway}`,
    ...(gateway ? [`frame-src 'self'${gateway}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${gateway}`,
    "frame-ancestors 'none'",
  ].join('; ')
}
