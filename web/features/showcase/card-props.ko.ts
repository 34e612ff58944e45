import type {
  AgeRating,
  AgeRatingBadge,
  PriceBadges,
} from '#web/features/catalog/cards/content-badges.tsx'
import type { EpisodeSkeleton, GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import type { EpisodeCard, PortraitEpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import type { PersonCard } from '#web/features/catalog/cards/person-card.tsx'
import type { PosterCard, RankCard } from '#web/features/catalog/cards/poster-card.tsx'
import type { RailSkeleton } from '#web/features/catalog/cards/rail-skeleton.tsx'
import type { Rail } from '#web/features/catalog/cards/rail.tsx'
import { optional, required, type PropsOf } from './props-table.tsx'

export const cardProps = {
  age_rating_badge: {
    code: required("'ALL' | '12' | '15' | '19'", '관람 등급이에요.'),
    className: optional('string', "''", '자리를 정해요.'),
  } satisfies PropsOf<typeof AgeRatingBadge>,
  age_rating: {
    code: required("'ALL' | '12' | '15' | '19'", '관람 등급이에요.'),
    descriptors: required('Descriptor[]', '내용 정보예요.'),
  } satisfies PropsOf<typeof AgeRating>,
  price_badges: {
    episode: required('is_free, price, in_subscription', '회차의 값이에요.'),
    onImage: optional('boolean', 'false', '그림 위에 두는지예요.'),
  } satisfies PropsOf<typeof PriceBadges>,
  poster_card: {
    series: required('PosterCardData', '작품이에요.'),
    title: optional('ReactNode', 'series.title', '찾은 글자를 칠한 제목이에요.'),
    heading: optional('h2 | h3', 'h3', '제목의 단계예요.'),
    lines: optional('truncate | line-clamp-2', 'line-clamp-2', '가로줄에서는 truncate를 써요.'),
    onOpen: optional('() => void', '없음', '작품을 열 때 불러요.'),
  } satisfies PropsOf<typeof PosterCard>,
  rank_card: {
    series: required('PosterCardData', '작품이에요.'),
    rank: required('number', '순위예요. 1부터 세요.'),
  } satisfies PropsOf<typeof RankCard>,
  episode_card: {
    episode: required('EpisodeCardData', '회차예요.'),
  } satisfies PropsOf<typeof EpisodeCard>,
  portrait_episode_card: {
    episode: required('EpisodeCardData', '세로 회차예요.'),
    among: optional('works | episodes', 'works', '작품 제목과 회차 제목 가운데 무엇을 보일지예요.'),
    current: optional('boolean', 'false', '지금 보는 회차인지예요.'),
    children: optional('ReactNode', null, '그림 위에 얹어요.'),
  } satisfies PropsOf<typeof PortraitEpisodeCard>,
  person_card: {
    id: required('number', '사람의 번호예요.'),
    name: required('string', '이름이에요.'),
    detail: required('string', '맡은 일이나 작품이에요.'),
  } satisfies PropsOf<typeof PersonCard>,
  rail: {
    title: required('string', '제목이자 구역의 이름이에요.'),
    subtitle: optional('string', null, '제목 옆의 설명이에요.'),
    to: optional('string', null, '전체 목록의 주소예요.'),
    cardShape: required('poster | rank | landscape | portrait | person', '카드의 너비예요.'),
    backdrop_url: optional('string | null', 'null', '제목과 카드 뒤에 까는 그림이에요.'),
    backdrop_color: optional('string', null, '그림이 오기 전의 색이에요.'),
    isDeferred: optional('boolean', 'false', '첫 화면 아래에서는 카드를 적게 그려요.'),
    onMount: optional('(section: Element) => () => void', null, '그린 뒤에 구역과 함께 불러요.'),
    children: required('ReactNode[]', '카드예요. 없으면 아무것도 그리지 않아요.'),
  } satisfies PropsOf<typeof Rail>,
  rail_skeleton: {
    cards: required('number', '카드의 수예요.'),
  } satisfies PropsOf<typeof RailSkeleton>,
  grid_skeleton: {
    cards: optional('number', '12', '카드의 수예요.'),
  } satisfies PropsOf<typeof GridSkeleton>,
  episode_skeleton: {} satisfies PropsOf<typeof EpisodeSkeleton>,
}
