import { joinMeta } from '#web/features/join/join-meta.ts'
import { ProofStep } from '#web/features/join/proof-step.tsx'
import type { Route } from './+types/join-create-id.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

export default function JoinCreateId() {
  return <ProofStep channel="email" />
}
