import { joinMeta } from './join-steps.ts'
import { VerificationStep } from './verification-step.tsx'
import type { Route } from './+types/create-id.route.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

export default function JoinCreateId() {
  return <VerificationStep channel="email" />
}
