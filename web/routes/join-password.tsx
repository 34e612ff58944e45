import { joinMeta } from '#web/features/join/join-meta.ts'
import { PasswordStep } from '#web/features/join/password-step.tsx'
import type { Route } from './+types/join-password.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

export default function JoinPassword() {
  return <PasswordStep />
}
