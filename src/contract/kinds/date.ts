/** The kind for dates. */
import { type DateText, parseDateText } from '../../domain/time/date-text.ts'
import { fault, type Kind, value } from './kind.ts'

/** A date in any form of contract §2.3, before it is resolved in a time zone. */
export const date: Kind<DateText> = {
  name: 'date',
  shown: 'string',
  schema: { type: ['string', 'integer'], maxLength: 200 },
  read: (raw) => {
    const parsed = parseDateText(raw)
    return parsed === undefined
      ? fault('must be a date such as 2027-05-04 18:00:00, 2027-05-04, or 2027-05-04T18:00:00+02:00')
      : value(parsed)
  },
}
