import { notFound } from '#web/routing/loader-helpers.ts'

/** Matches all unknown paths; the root's error boundary renders the page. */
export function loader() {
  throw notFound()
}

export default function NotFound() {
  return null
}
