import { isVideoPath } from '#web/routing/paths.ts'

export type LayoutKind = 'standard' | 'logo_only' | 'player' | 'studio'

/**
 * Returns the layout of a path: only the logo below /accounts and /terms (specification, section 2), no header in the
 * player and the studio, and the standard header elsewhere.
 */
export function layoutKindOf(pathname: string): LayoutKind {
  if (pathname.startsWith('/accounts') || pathname.startsWith('/terms')) return 'logo_only'
  if (/^\/studio(\/|$)/.test(pathname)) return 'studio'
  return isVideoPath(pathname) ? 'player' : 'standard'
}
