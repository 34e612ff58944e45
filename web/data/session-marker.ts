import { sessionHintCookie } from '#contract/core/constants.ts'

/** D-93: without its marker there is no session to ask about. */
export const hasSessionMarker = (): boolean =>
  document.cookie.split(/; */).includes(`${sessionHintCookie}=1`)

/** Until the server gives a session again, nobody asks who is there. */
export function dropSessionMarker() {
  document.cookie = `${sessionHintCookie}=; Path=/; Max-Age=0`
}

/** Puts back what was dropped: the session has come to something that is worth asking about. */
export function setSessionMarker() {
  document.cookie = `${sessionHintCookie}=1; Path=/; SameSite=Lax; Max-Age=${30 * 86_400}`
}
