/** The like button (찜) and the member's wishlist. */
export const wishlistMessages = {
  title: '찜',
  description: '마음에 담아 둔 작품과 회차를 모아 봐요.',
  like: '찜하기',
  liked: '찜했어요',
  /** Beside the like button in the actions dialog of a card. */
  open: '보러 가기',
  open_in_tab: '새 탭에서 열기',
  like_named: (title: string) => `${title} 찜`,
  /** With the number of likes. */
  like_counted: (title: string, figure: string) => `${title} 찜, ${figure}명`,
  add_failed: '찜하지 못했어요. 잠시 후 다시 시도해 주세요.',
  remove_failed: '찜을 풀지 못했어요. 잠시 후 다시 시도해 주세요.',
  refuse: '관심 없음',
  refuse_named: (title: string) => `${title}, 관심 없음`,
  refused: (title: string) => `${title}: 앞으로 추천하지 않을게요.`,
  refuse_failed: '관심 없음으로 바꾸지 못했어요. 잠시 후 다시 시도해 주세요.',
  undo: '되돌리기',
  kinds: '종류',
  series: '작품',
  episode: '회차',
  newest_first: '최근에 찜한 순서',
  empty: '아직 찜한 작품이 없어요',
  empty_detail: '보고 싶은 작품에서 하트를 누르면 여기에 모여요.',
  empty_series: '찜한 작품이 없어요',
  empty_series_detail: '작품 화면에서 하트를 누르면 여기에 모여요.',
  empty_episode: '찜한 회차가 없어요',
  empty_episode_detail: '다시 보고 싶은 회차에서 하트를 누르면 여기에 모여요.',
  browse: '작품 둘러보기',
} as const

/** The expanded card. */
export const cardPreviewMessages = {
  open: (title: string) => `${title} 미리보기`,
  expand: '미리보기',
  play: '재생',
  play_first: '첫 화 재생',
  details: '작품 정보',
  failed: '미리보기를 불러오지 못했어요.',
} as const
