export const homeMessages = {
  title: '한편 홈',
  description:
    '드라마, 영화, 애니메이션, 숏드라마까지. 첫 화는 무료로, 마음에 들면 이어서 보세요. 한 편씩 만나는 이야기, 한편.',
  play: '재생',
  play_first: '첫 화 재생',
  details: '작품 정보',
  featured: '지금 만나 볼 작품',
  slide: (n: number, of: number, title: string) => `${of}편 중 ${n}번째, ${title}`,
  banner: '지금 많이 보는 회차',
  popular: '오늘의 인기 15',
  vertical: '한 손에 쏙, 세로 영상',
  korean: '우리 이야기, 국내 작품',
  abroad: '바다 건너온 이야기',
  editorial: '오늘의 한 편',
  short_films: '10분 안에 끝나는 이야기',
  curation: (title: string) => `한편의 추천, ${title}`,
  curation_note: '1화부터 천천히',
  upcoming: '곧 만나요, 공개 예정',
  newest: '이번 주 새로 올라왔어요',
  orders: {
    '-viewer_count': (category: string) => `가장 많이 본 ${category}`,
    '-rating_average': (category: string) => `별점이 높은 ${category}`,
    '-like_count': (category: string) => `찜을 많이 받은 ${category}`,
    '-released_on': (category: string) => `최근에 나온 ${category}`,
  },
  empty: '아직 올라온 작품이 없어요',
  empty_detail: '곧 첫 작품을 들고 올게요.',
} as const

/** The controls of the hero. */
export const heroMessages = {
  previous: '이전 추천 작품',
  next: '다음 추천 작품',
  pause: '자동 재생 멈추기',
  resume: '자동 재생 켜기',
  mute: '소리 끄기',
  unmute: '소리 켜기',
} as const
