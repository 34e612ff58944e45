import { sessionHintCookie } from '#contract/core/constants.ts'

/**
 * Returns which session the browser has: the value of the session hint cookie (D-93), empty without a session. The
 * server gives each session another one, and all tabs read the same cookie. A request that began in one epoch is
 * no evidence about the session of another.
 */
export function sessionEpoch(): string {
  if (typeof document === 'undefined') return ''
  const prefix = `${sessionHintCookie}=`
  const pair = document.cookie.split(/; */).find((one) => one.startsWith(prefix))
  return pair?.slice(prefix.length) ?? ''
}

/** Whether there may be a session to ask the server about. */
export const hasSessionHint = (): boolean => sessionEpoch() !== ''

/** Adds the hint to a session that the server gave without one, once there is something to ask about it. */
export function setSessionHint() {
  if (hasSessionHint()) return
  document.cookie = `${sessionHintCookie}=1; Path=/; SameSite=Lax; Max-Age=${30 * 86_400}`
}

/** Removes the hint of the current session, so that no tab asks the server about it again. */
export function clearSessionHint() {
  document.cookie = `${sessionHintCookie}=; Path=/; Max-Age=0`
}
