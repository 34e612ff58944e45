import { MemberOutlet } from './member-outlet.tsx'

/** The layout of members' pages without a frame, such as the results of a payment. */
export default function MemberLayout() {
  return <MemberOutlet />
}
