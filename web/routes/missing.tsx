import { missing } from '#web/page-address.ts'

/** Every address that leads nowhere; the root's error screen says so. */
export function loader() {
  throw missing()
}

export default function Missing() {
  return null
}
