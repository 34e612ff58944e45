import { joinMeta } from './join-steps.ts'
import { VerificationStep } from './verification-step.tsx'
import type { Route } from './+types/verify.route.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

export default function JoinVerify() {
  return <VerificationStep channel="phone" />
}
