import { joinMeta } from '#web/features/join/join-meta.ts'
import { ConsentsStep } from '#web/features/join/consents-step.tsx'
import type { Route } from './+types/join-consents.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

export default function JoinConsents() {
  return <ConsentsStep />
}
