import { JoinFrame } from '#web/features/join/join-frame.tsx'
import { Outlet } from 'react-router'

export default function Join() {
  return (
    <JoinFrame>
      <Outlet />
    </JoinFrame>
  )
}
