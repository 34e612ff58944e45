import { josa } from '#web/lib/josa.ts'

/** The rails of home that are loaded for members alone: a visitor's first page does not load these texts. */
export const memberRailMessages = {
  opened: '기다리던 작품이 공개됐어요',
  taste: '취향에 맞는 작품',
  because: (title: string) => `${josa(`‘${title}’`, '을/를')} 재미있게 보셨다면`,
  people: '같은 감독·배우',
  people_of: (title: string) => `‘${title}’에서 만난 사람들의 다른 작품`,
  age_group: '내 연령대에서 인기',
  age_group_of: '관람 등급이 같은 프로필이 최근 한 달 동안 많이 봤어요',
  again: '다시 보고 싶은 작품',
} as const

export const tasteMessages = {
  title: '어떤 작품을 좋아하세요?',
  detail: '세 편쯤 고르면 취향에 맞는 작품을 보여 드려요.',
  submit: (count: number) => (count > 0 ? `${count}편 골랐어요` : '골랐어요'),
  skip: '건너뛰기',
} as const
