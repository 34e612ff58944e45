import { rentalRule } from '#web/features/billing/rental-period.ko.ts'
import { formatCount, formatWon } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'

/** Series, season and episode pages. */
export const titleMessages = {
  play: '재생',
  play_first: '1화부터 재생',
  play_episode: (n: number) => `${n}화 재생`,
  episodes: '회차',
  episodes_of: (season: string) => `${season} 회차`,
  seasons: '시즌',
  season_of: (series: string, season: string) => `${series} ${season}`,
  episode_of: (series: string, n: number, title: string) => `${series} ${n}화 ${title}`,
  season_count: (n: number) => `시즌 ${formatCount(n)}개`,
  episode_count: (n: number) => `총 ${formatCount(n)}화`,
  about: '작품 정보',
  people: '만든 사람과 출연',
  roles: { director: '감독', writer: '극본', cast: '출연' },
  parts: { director: '연출한 작품', writer: '쓴 작품', cast: '출연한 작품' },
  part_count: (role: string, n: number) => `${role} ${formatCount(n)}편`,
  describe_person: (name: string, titles: readonly string[]) =>
    `${name}의 작품: ${titles.join(', ')}`,
  /** A narrator has no role. */
  as_character: (name: string) => (name === '내레이션' ? name : `${name} 역`),
  gallery: '예고편과 장면',
  trailer: '예고편',
  play_trailer: (title: string) => `${title} 예고편 재생`,
  stop_trailer: '예고편 멈추기',
  still: (title: string, n: number) => `${title} 장면 ${n}`,
  similar: '이런 작품은 어때요?',
  from_first: '첫 화부터',
  from_latest: '최신화부터',
  order: '회차 순서',
  no_episodes: '아직 공개된 회차가 없어요',
  no_episodes_detail: '첫 화가 올라오면 여기에서 바로 볼 수 있어요.',
  upcoming: '공개 예정',
  opens_on: (day: string) => `${day} 공개 예정`,
  opens_undecided: '공개일 미정',
  upcoming_detail: '공개되면 바로 볼 수 있어요.',
  upcoming_episodes: '공개될 회차',
  alert: {
    label: '알림 받기',
    set: '공개되면 메일과 홈에서 알려 드릴게요',
    failed: '알림을 바꾸지 못했어요. 잠시 후 다시 시도해 주세요.',
  },
  preparing: '영상을 준비하고 있어요',
  preparing_detail: '지금 누르면 이 영상부터 준비하고, 다 되면 바로 시작해요.',
  watch_when_ready: '준비되면 바로 보기',
  free_detail: '로그인하지 않아도 바로 볼 수 있어요.',
  offers_title: '이 회차는 이렇게 볼 수 있어요',
  offers_title_film: '이 작품은 이렇게 볼 수 있어요',
  with_plan: '이용권으로 보기',
  with_plan_detail: '이용권 하나로 다른 작품까지 마음껏',
  play_preview: '미리보기 보기',
  /** The cheapest way to a film: the price of the badge, with what it buys. */
  offer: (price: number, rental: number | null) =>
    rental !== null && (price === 0 || rental < price)
      ? `대여 ${formatWon(rental)}${price > 0 ? '부터' : ''}`
      : `${formatWon(price)}에 소장`,
  buy: (price: string) => `${josa(price, '으로/로')} 소장하기`,
  buy_detail: '한 번 사면 기간 제한 없이 다시 보기',
  rent: (price: string) => `${josa(price, '으로/로')} 대여하기`,
  rent_detail: rentalRule,
  accessible: {
    owned: '구매한 회차예요',
    rented: '대여한 회차예요',
    subscribed: '이용권으로 볼 수 있어요',
  },
  accessible_film: {
    owned: '구매한 작품이에요',
    rented: '대여한 작품이에요',
    subscribed: '이용권으로 볼 수 있어요',
  },
  offers_title_child: '어른과 함께 골라요',
  not_available: '지금은 볼 수 있는 방법이 없어요',
  previous_episode: '이전 화',
  next_episode: '다음 화',
  all_episodes: '전체 회차',
  other_episodes: '이 시즌의 회차',
  breadcrumb: '현재 위치',
  viewers: '조회',
  describe_series: (title: string, synopsis: string) => `${title}. ${synopsis}`,
} as const
