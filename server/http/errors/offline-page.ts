import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { errorPageCopy } from './error-page.copy.ts'
import { errorPageCsp, retryLink, staticPage } from './error-response.ts'

/** The page that the service worker stores and shows instead of any that cannot be loaded. */
export const offlinePath = '/offline'

const { title, detail, kept } = errorPageCopy.offline
/** The frame of the web's icon sprite, drawn here because no other file is at hand. */
const icon = `<svg viewBox="0 0 24 24" width="40" height="40" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4.2-2.5M19 12a10 10 0 0 0-5.5-2.9M2 8.5A15 15 0 0 1 6 6M22 8.5A15 15 0 0 0 11 4.1M12 19.5h.01"/></svg>`
const reloadWhenOnline = `addEventListener('online',()=>location.reload())`

const offlinePage = staticPage({
  title,
  frames: ['', icon, ''],
  text: `<p>${detail}</p><p>${kept}</p>`,
  links: `${retryLink}<script>${reloadWhenOnline}</script>`,
})

const contentSecurityPolicy = `${errorPageCsp}; script-src 'sha256-${hash('sha256', reloadWhenOnline, 'base64')}'`

export function mountOfflinePage(app: FastifyInstance) {
  app.get(offlinePath, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .header('cache-control', 'no-cache')
      .send(offlinePage),
  )
}
