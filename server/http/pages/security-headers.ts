import { hash } from 'node:crypto'

/** The header lines that every answer carries, each name before its value, in the manner of `writeHead`. */
export function securityHeaders(siteUrl: string): readonly string[] {
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

type PageSecurity = {
  /** Inline scripts that the page may run. They are known before anything is rendered, so that nothing injected is one. */
  inline_scripts?: readonly string[]
  /** Address of the payment gateway's script, which may load, call its gateway and send the browser there. */
  payment_script?: string | undefined
}

/** Headers of HTML: what the page may load, run and use. */
export function pageSecurityHeaders(page: PageSecurity = {}): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(page),
    'permissions-policy': permissionsPolicy(page),
  }
}

const sha256 = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`

/** Origin of the gateway's script, and of the hosts it talks to: Toss Payments serves its script from a host of its own. */
function gatewayOf(payment_script: string | undefined) {
  if (!payment_script) return undefined
  const { origin } = new URL(payment_script)
  return { script: origin, hosts: origin.replace('//js.', '//*.') }
}

/** Features that the player, passkeys and the payment window use; every other one is off, in the page and in frames. */
function permissionsPolicy({ payment_script }: PageSecurity): string {
  const gateway = gatewayOf(payment_script)
  const own = [
    'autoplay',
    'clipboard-write',
    'encrypted-media',
    'fullscreen',
    'picture-in-picture',
    'publickey-credentials-create',
    'publickey-credentials-get',
    'screen-wake-lock',
  ]
  const off = [
    'accelerometer',
    'bluetooth',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'serial',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ]
  return [
    ...own.map((feature) => `${feature}=(self)`),
    `payment=(${gateway ? `self "${gateway.hosts}"` : ''})`,
    ...off.map((feature) => `${feature}=()`),
  ].join(', ')
}

function contentSecurityPolicy({ inline_scripts = [], payment_script }: PageSecurity): string {
  const { script, hosts } = gatewayOf(payment_script) ?? {}
  const scripts = [...inline_scripts.map(sha256), ...(script ? [script] : [])]
  const gateway = hosts ? ` ${hosts}` : ''
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
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
