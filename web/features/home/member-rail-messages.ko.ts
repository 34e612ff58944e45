import { josa } from '#web/lib/josa.ts'

/** The rails of home that are loaded for members alone. */
export const memberRailMessages = {
  opened: '기다리던 작품이 공개됐어요',
  taste: '취향에 맞는 작품',
  because: (title: string) => `${josa(`‘${title}’`, '을/를')} 재미있게 보셨다면`,
  people: '같은 감독·배우',
  people_of: (title: string) => `‘${title}’에서 만난 사람들의 다른 작품`,
  again: '다시 보고 싶은 작품',
} as const
