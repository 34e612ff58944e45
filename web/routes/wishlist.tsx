import { wishlistCopy } from '#web/copy/wishlist.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { openLogin } from '#web/features/login/open-login.ts'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { WishlistPage, WishlistSkeleton } from '#web/features/wishlist/wishlist-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { wishlistPath } from '#web/paths.ts'
import type { Route } from './+types/wishlist.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = wishlistCopy
  return pageMeta(matches, { title, description, path: wishlistPath, hidden: true })
}

export default function Wishlist() {
  return (
    <MypageFrame title={wishlistCopy.title}>
      <MemberOnly skeleton={<WishlistSkeleton />}>
        {() => (
          <Queries>
            <WishlistPage signIn={openLogin} />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}
