import { useLocation } from 'react-router'

/** Returns the address that the member typed on the page before, passed as the state `{ email }` of the navigation. */
export function useTypedEmail(): string {
  const { state } = useLocation() as { state: { email?: unknown } | null }
  return typeof state?.email === 'string' ? state.email : ''
}
