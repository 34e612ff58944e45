import { joinMeta } from '#web/features/join/join-meta.ts'
import { NameStep } from '#web/features/join/name-step.tsx'
import type { Route } from './+types/join-name.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

export default function JoinName() {
  return <NameStep />
}
