import { portoneHosts, portoneScriptUrl } from '#server/adapters/services/portone.ts'
import { hash } from 'node:crypto'

/** Returns the header lines of every response: name, value, name, value, as `writeHead` takes them. */
export function securityHeaders(siteUrl: string): readonly string[] {
  const headers = [
    ...['x-content-type-options', 'nosniff'],
    ...['referrer-policy', 'strict-origin-when-cross-origin'],
    ...['cross-origin-opener-policy', 'same-origin'],
    ...['cross-origin-resource-policy', 'same-origin'],
  ]
  if (siteUrl.startsWith('https:'))
    headers.push('strict-transport-security', 'max-age=63072000; includeSubDomains')
  return headers
}

type PageSecurity = {
  /** Inline scripts of the build, known before rendering, so that injected scripts are never allowed. */
  inline_scripts?: readonly string[]
  /** URL of the payment gateway's SDK: allows loading it, connecting to the gateway and navigating there. */
  payment_script?: string | undefined
  /** Origins of the caches of films. */
  media_origins?: readonly string[] | undefined
  /** The provider of identity verification: allows loading its SDK, which opens its window and keeps its opener. */
  identity_url?: string | undefined
  /** Whether pages of this site may show the page in a frame; no page of another site may. */
  is_framable?: boolean
}

/** Returns the headers of HTML responses: Content-Security-Policy, Permissions-Policy, and what differs from `securityHeaders`. */
export function pageSecurityHeaders(page: PageSecurity = {}): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(page),
    'permissions-policy': permissionsPolicy(page),
    ...(page.identity_url && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  }
}

const sha256 = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`

/** Origin of the gateway's script, and its host pattern: Toss Payments serves the script from a separate host. */
function gatewayOf(payment_script: string | undefined) {
  if (!payment_script) return undefined
  const { origin } = new URL(payment_script)
  return { script: origin, hosts: origin.replace('//js.', '//*.') }
}

/** Allows the features that the player, passkeys and the payment window use, and disables the rest, also in frames. */
function permissionsPolicy({ payment_script }: PageSecurity): string {
  const gateway = gatewayOf(payment_script)
  const allowed = [
    'autoplay',
    'clipboard-write',
    'encrypted-media',
    'fullscreen',
    'picture-in-picture',
    'publickey-credentials-create',
    'publickey-credentials-get',
    'screen-wake-lock',
  ]
  const disabled = [
    'accelerometer',
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
    ...allowed.map((feature) => `${feature}=(self)`),
    `payment=(${gateway ? `self "${gateway.hosts}"` : ''})`,
    ...disabled.map((feature) => `${feature}=()`),
  ].join(', ')
}

function contentSecurityPolicy({
  inline_scripts = [],
  payment_script,
  media_origins = [],
  identity_url,
  is_framable = false,
}: PageSecurity): string {
  const { script, hosts } = gatewayOf(payment_script) ?? {}
  const scripts = [...inline_scripts.map(sha256), ...(script ? [script] : [])]
  if (identity_url) scripts.push(new URL(portoneScriptUrl(identity_url)).origin)
  const gateway = [hosts, identity_url && portoneHosts(identity_url)]
    .filter(Boolean)
    .map((host) => ` ${host}`)
    .join('')
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    ["media-src 'self' blob:", ...media_origins].join(' '),
    "worker-src 'self'",
    [`connect-src 'self'${gateway}`, ...media_origins].join(' '),
    ...(gateway ? [`frame-src 'self'${gateway}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${gateway}`,
    `frame-ancestors ${is_framable ? "'self'" : "'none'"}`,
  ].join('; ')
}
