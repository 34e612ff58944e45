import type { IdentityWindow } from '#contract/accounts/identity.ts'
import { loadScript } from '#web/lib/load-script.ts'

/** The part of PortOne's browser SDK (version 2) used here. */
type PortOne = {
  requestIdentityVerification(request: {
    storeId: string
    channelKey: string
    identityVerificationId: string
    redirectUrl: string
  }): Promise<{ code?: string } | undefined>
}
declare global {
  interface Window {
    PortOne?: PortOne
  }
}

/**
 * Opens the window of the provider: a popup on a computer. On a phone the page is left, and the window returns to
 * `redirectUrl` with the id in the query.
 * @returns whether the member went through it. The server reads the result itself.
 * @throws if the SDK does not load
 */
export async function openIdentityWindow(
  { id, script_url, store_id, channel_key }: IdentityWindow,
  redirectUrl: string,
): Promise<boolean> {
  await loadScript(script_url)
  if (!window.PortOne) throw new Error('The SDK of identity verification did not load')
  const result = await window.PortOne.requestIdentityVerification({
    storeId: store_id,
    channelKey: channel_key,
    identityVerificationId: id,
    redirectUrl,
  })
  return result !== undefined && result.code === undefined
}

/**
 * Whether this document was loaded for this page. Only its own response permits the window: a page that links here must load
 * it anew.
 */
export function isOwnDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return !entry || new URL(entry.name).pathname.replace(/\/$/, '') === location.pathname
}
