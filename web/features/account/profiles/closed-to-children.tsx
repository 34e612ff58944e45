import { useIsChild } from '#web/session/auth-store.ts'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { Suspense, type ReactNode } from 'react'

/** Loaded for children's profiles only. */
const ChildNotice = lazyOrNothing(() =>
  import('./child-notice.tsx').then(({ ChildNotice }) => ChildNotice),
)

/** A page that shows or spends money: a children's profile sees a notice instead. */
export function ClosedToChildren({ children }: { children: ReactNode }) {
  return useIsChild() ? (
    <Suspense>
      <ChildNotice />
    </Suspense>
  ) : (
    children
  )
}
