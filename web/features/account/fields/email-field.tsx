import { TextField } from '#web/ui/forms/form-controls.tsx'
import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'

export function EmailField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
  )
}

/** Returns the address that the member typed on the page before, passed as the state `{ email }` of the navigation. */
export function useTypedEmail(): string {
  const { state } = useLocation() as { state: { email?: unknown } | null }
  return typeof state?.email === 'string' ? state.email : ''
}
