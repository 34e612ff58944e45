import type { TermsDocument } from './terms-document.ts'
import { paidServiceTerms } from './paid-service.ko.ts'
import { privacyPolicy } from './privacy.ko.ts'
import { serviceTerms } from './service.ko.ts'

export const termsMessages = {
  contents: '차례',
  others: '다른 약관',
  versions: '버전',
  /** `day` as `2026년 11월 1일`. */
  effective: (day: string) => `${day}부터 시행`,
  current: '지금 시행 중',
  old: '예전 버전이에요. 지금 시행 중인 내용은 따로 있어요.',
  to_current: '지금 내용 보기',
  print: '인쇄',
} as const

const ageTerms: TermsDocument = {
  title: '만 14세 이상 확인',
  lead: '한편은 만 14세 이상이어야 가입할 수 있어요.',
  versions: [
    {
      version: '2026-11-01',
      note: '처음 만든 안내예요.',
      articles: [
        {
          id: 'why',
          heading: '왜 확인하나요?',
          body: [
            '개인정보보호법은 만 14세 미만 어린이의 정보를 받을 때 보호자의 동의를 받도록 해요. 한편은 아직 보호자의 동의를 받을 방법을 갖추지 못해서, 만 14세 이상인 분만 가입을 받아요.',
          ],
        },
        {
          id: 'under',
          heading: '만 14세 미만이라면',
          body: [
            '가입하지 않아도 무료 회차는 볼 수 있어요. 가입하는 동안 만 14세 미만이라고 알려 주시면, 그때까지 확인한 이메일과 휴대폰 번호를 바로 지워요.',
          ],
        },
        {
          id: 'false',
          heading: '사실과 다르게 확인했다면',
          body: [
            '가입한 뒤에 만 14세 미만으로 밝혀지면 계정을 닫고 정보를 지워요. 남은 유료 포인트와 결제한 금액은 돌려 드려요.',
          ],
        },
      ],
    },
  ],
}

const marketingTerms: TermsDocument = {
  title: '마케팅 정보 수신 동의',
  lead: '새 작품과 혜택 소식을 받을지 고르는 동의예요. 하지 않아도 모든 기능을 쓸 수 있어요.',
  versions: [
    {
      version: '2026-11-01',
      note: '처음 만든 동의서예요.',
      articles: [
        {
          id: 'what',
          heading: '무엇을 보내나요?',
          body: [
            '새로 올라온 작품, 할인과 이벤트 포인트 소식을 메일과 문자로 보내요. 제목에 (광고)라고 적고, 밤 9시부터 아침 8시 사이에는 보내지 않아요.',
          ],
        },
        {
          id: 'data',
          heading: '무엇을 쓰나요?',
          body: [
            '이메일과 휴대폰 번호를 써요. 어떤 작품을 좋아할지 고르는 데 시청 내역과 찜을 참고할 수 있어요.',
          ],
        },
        {
          id: 'period',
          heading: '언제까지 쓰나요?',
          body: ['동의를 거두거나 탈퇴할 때까지예요. 2년마다 동의하신 사실을 다시 알려 드려요.'],
        },
        {
          id: 'stop',
          heading: '그만 받고 싶다면',
          body: [
            '마이 > 프로필에서 언제든 끌 수 있어요. 켜고 끈 결과는 날짜와 함께 메일로 알려 드려요. 결제나 보안처럼 꼭 필요한 알림은 동의와 관계없이 보내요.',
          ],
        },
      ],
    },
  ],
}

/** D-72: documents by their name in the address. Large, so import them in loaders only. */
export const termsDocuments: Readonly<Record<string, TermsDocument>> = {
  service: serviceTerms,
  privacy: privacyPolicy,
  age: ageTerms,
  marketing: marketingTerms,
  'paid-service': paidServiceTerms,
}
