import { isVideoPath } from '#web/routing/paths.ts'

export type LayoutKind = 'standard' | 'logo_only' | 'player' | 'studio' | 'bare'

/**
 * Returns the layout of a path: only the logo below /accounts, /profiles and /terms (specification, section 2), no header in the
 * player, the studio and the states of the showcase (D-73), and the standard header elsewhere, which error pages
 * have instead of none.
 */
export function layoutKindOf(pathname: string, isErrorPage = false): LayoutKind {
  if (/^\/(accounts|profiles|terms)/.test(pathname)) return 'logo_only'
  if (isErrorPage) return 'standard'
  if (/^\/studio(\/|$)/.test(pathname)) return 'studio'
  if (/^\/test(\/[^/]+){2}/.test(pathname)) return 'bare'
  return isVideoPath(pathname) ? 'player' : 'standard'
}
