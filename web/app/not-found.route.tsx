import { notFound } from '#web/routing/loader-helpers.ts'

/** Every address that leads nowhere; the root's error screen says so. */
export function loader() {
  throw notFound()
}

export default function Missing() {
  return null
}
