import { missing } from '#web/routing/loader-helpers.ts'

/** Every address that leads nowhere; the root's error screen says so. */
export function loader() {
  throw missing()
}

export default function Missing() {
  return null
}
