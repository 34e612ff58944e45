import { joinMeta } from './join-steps.ts'
import { ProofStep } from './verification-step.tsx'
import type { Route } from './+types/create-id.route.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

export default function JoinCreateId() {
  return <ProofStep channel="email" />
}
