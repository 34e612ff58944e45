import { sessionHintCookie } from '#contract/core/constants.ts'

/**
 * Identifies the session of the browser by the session hint cookie (decisions/0009-sessions), which differs for each
 * session; '' without one. A response only says something about the session if its request began in the same epoch.
 */
export function sessionEpoch(): string {
  if (typeof document === 'undefined') return ''
  const prefix = `${sessionHintCookie}=`
  const pair = document.cookie.split(/; */).find((cookie) => cookie.startsWith(prefix))
  return pair?.slice(prefix.length) ?? ''
}

export const hasSessionHint = (): boolean => sessionEpoch() !== ''

/** Sets the hint of a session that the server created without one. */
export function setSessionHint() {
  if (hasSessionHint()) return
  document.cookie = `${sessionHintCookie}=1; Path=/; SameSite=Lax; Max-Age=${30 * 86_400}`
}

/** Removes the hint, so that no tab checks the session again. */
export function clearSessionHint() {
  document.cookie = `${sessionHintCookie}=; Path=/; Max-Age=0`
}
