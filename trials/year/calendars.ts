/** A year of a choir and a year of a market, as a secretary enters them. */
import { addDate, repeats, type Secretary } from './desk.ts'

/** Rehearsals with a skipped day, an added Saturday and a new time from autumn; meetings of the board; concerts on chosen dates. */
async function choir(desk: Secretary): Promise<void> {
  await desk.create({
    ...{ title: 'Rehearsal', day: '2027-01-12', from: '19:30', to: '22:00' },
    async repeat(page) {
      await repeats(page, 'Every week', '2027-12-21')
      await page.getByRole('button', { name: /^Skip .*26 Jan/ }).click()
      await addDate(page, '2027-03-20', /20 Mar/)
    },
  })
  await desk.create({
    ...{ title: 'Board', day: '2027-02-01', from: '18:00', to: '19:00' },
    repeat: (page) => repeats(page, 'Every month on the same weekday, such as the 2nd Tuesday', 11),
  })
  await desk.create({
    ...{ title: 'Concert', day: '2027-06-19', from: '20:00', to: '22:00' },
    async repeat(page) {
      await page.getByLabel('Repeats', { exact: true }).selectOption('On chosen dates')
      await addDate(page, '2027-06-20', /20 Jun/)
      await addDate(page, '2027-12-18', /18 Dec/)
    },
  })
  await desk.change('Rehearsal', '2027-05-04', 'Only this date', {
    Title: 'Rehearsal in the hall',
    Start: '2027-05-05',
  })
  await desk.remove('Rehearsal', '2027-08-03')
  await desk.change('Rehearsal', '2027-09-07', 'This and the following dates', {
    'Start: time': '19:00',
    'End: time': '21:30',
  })
}

/**
 * Saturdays with longer hours from April; the last Sunday of the month; two nights with clock changes; all-day events; a festival and an
 * exhibition that are on, and a night, which are single events.
 */
async function market(desk: Secretary): Promise<void> {
  await desk.create({
    ...{ title: 'Market', day: '2027-01-16', from: '08:00', to: '13:00' },
    repeat: (page) => repeats(page, 'Every week', '2027-12-18'),
  })
  await desk.change('Market', '2027-04-03', 'This and the following dates', { 'End: time': '14:00' })
  await desk.create({
    ...{ title: 'Antiques', day: '2027-01-31', from: '09:00', to: '18:00' },
    repeat: (page) => repeats(page, 'Every month on the same weekday, such as the 2nd Tuesday', '2027-12-31'),
  })
  await desk.create({
    ...{ title: 'Night of lights', day: '2027-03-27', from: '22:00', until: '2027-03-28', to: '04:00' },
    async repeat(page) {
      await page.getByLabel('Repeats', { exact: true }).selectOption('On chosen dates')
      await addDate(page, '2027-10-30', /30 Oct/)
    },
  })
  await desk.create({
    ...{ title: 'Advent', day: '2027-11-26', until: '2027-11-28' },
    repeat: (page) => repeats(page, 'Every week', 4),
  })
  await desk.create({ title: 'Festival', day: '2027-01-08', from: '18:00', until: '2027-01-12', to: '23:00' })
  await desk.create({ title: 'Exhibition', day: '2027-01-02', until: '2027-02-21' })
  await desk.create({
    title: 'Club night',
    day: '2027-02-13',
    from: '22:00',
    until: '2027-02-14',
    to: '05:00',
  })
  await desk.remove('Market', '2027-08-14')
}

/** The calendars by name. */
export const calendars = { choir, market }
