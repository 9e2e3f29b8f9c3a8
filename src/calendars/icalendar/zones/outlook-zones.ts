/** Maps the display names of zones in Windows and Outlook, such as `(UTC+01:00) Amsterdam, Berlin …`, to the names of Windows. */
import { storedZoneName } from '../../../domain/time/zones.ts'
import { windowsZones } from './windows-zones.ts'

/** Without the offset, which differs between versions; in lower case. */
const table = `
international date line west=dateline standard time|coordinated universal time-11=utc-11|aleutian islands=aleutian standard time
hawaii=hawaiian standard time|marquesas islands=marquesas standard time|alaska=alaskan standard time
coordinated universal time-09=utc-09|baja california=pacific standard time (mexico)|coordinated universal time-08=utc-08
pacific time (us & canada)=pacific standard time|pacific time (us & canada); tijuana=pacific standard time
tijuana, baja california=pacific standard time (mexico)|arizona=us mountain standard time
la paz, mazatlan=mountain standard time (mexico)|chihuahua, la paz, mazatlan=mountain standard time (mexico)
mountain time (us & canada)=mountain standard time|yukon=yukon standard time|central america=central america standard time
central time (us & canada)=central standard time|easter island=easter island standard time
guadalajara, mexico city, monterrey=central standard time (mexico)|saskatchewan=canada central standard time
bogota, lima, quito=sa pacific standard time|bogota, lima, quito, rio branco=sa pacific standard time
chetumal=eastern standard time (mexico)|eastern time (us & canada)=eastern standard time|haiti=haiti standard time
havana=cuba standard time|indiana (east)=us eastern standard time|turks and caicos=turks and caicos standard time
asuncion=paraguay standard time|atlantic time (canada)=atlantic standard time|caracas=venezuela standard time
cuiaba=central brazilian standard time|georgetown, la paz, manaus, san juan=sa western standard time
santiago=pacific sa standard time|newfoundland=newfoundland standard time|araguaina=tocantins standard time
brasilia=e. south america standard time|cayenne, fortaleza=sa eastern standard time
city of buenos aires=argentina standard time|buenos aires=argentina standard time|greenland=greenland standard time
montevideo=montevideo standard time|punta arenas=magallanes standard time
saint pierre and miquelon=saint pierre standard time|salvador=bahia standard time|coordinated universal time-02=utc-02
azores=azores standard time|cabo verde is.=cape verde standard time|cape verde is.=cape verde standard time
coordinated universal time=utc|dublin, edinburgh, lisbon, london=gmt standard time
greenwich mean time : dublin, edinburgh, lisbon, london=gmt standard time|monrovia, reykjavik=greenwich standard time
sao tome=sao tome standard time|casablanca=morocco standard time
amsterdam, berlin, bern, rome, stockholm, vienna=w. europe standard time
belgrade, bratislava, budapest, ljubljana, prague=central europe standard time
brussels, copenhagen, madrid, paris=romance standard time|sarajevo, skopje, warsaw, zagreb=central european standard time
west central africa=w. central africa standard time|amman=jordan standard time|athens, bucharest=gtb standard time
athens, bucharest, istanbul=gtb standard time|beirut=middle east standard time|cairo=egypt standard time
chisinau=e. europe standard time|damascus=syria standard time|gaza, hebron=west bank standard time
harare, pretoria=south africa standard time|helsinki, kyiv, riga, sofia, tallinn, vilnius=fle standard time
helsinki, kiev, riga, sofia, tallinn, vilnius=fle standard time|jerusalem=israel standard time
juba=south sudan standard time|kaliningrad=kaliningrad standard time|khartoum=sudan standard time
tripoli=libya standard time|windhoek=namibia standard time|baghdad=arabic standard time|istanbul=turkey standard time
kuwait, riyadh=arab standard time|minsk=belarus standard time|moscow, st. petersburg=russian standard time
moscow, st. petersburg, volgograd=russian standard time|nairobi=e. africa standard time|volgograd=volgograd standard time
tehran=iran standard time|abu dhabi, muscat=arabian standard time|astrakhan, ulyanovsk=astrakhan standard time
baku=azerbaijan standard time|izhevsk, samara=russia time zone 3|port louis=mauritius standard time
saratov=saratov standard time|tbilisi=georgian standard time|yerevan=caucasus standard time|kabul=afghanistan standard time
ashgabat, tashkent=west asia standard time|astana=qyzylorda standard time|qyzylorda=qyzylorda standard time
ekaterinburg=ekaterinburg standard time|islamabad, karachi=pakistan standard time
chennai, kolkata, mumbai, new delhi=india standard time|sri jayawardenepura=sri lanka standard time
kathmandu=nepal standard time|bishkek=central asia standard time|dhaka=bangladesh standard time
novosibirsk=n. central asia standard time|omsk=omsk standard time|yangon (rangoon)=myanmar standard time
bangkok, hanoi, jakarta=se asia standard time|barnaul, gorno-altaysk=altai standard time|hovd=w. mongolia standard time
krasnoyarsk=north asia standard time|tomsk=tomsk standard time
beijing, chongqing, hong kong, urumqi=china standard time|irkutsk=north asia east standard time
kuala lumpur, singapore=singapore standard time|perth=w. australia standard time|taipei=taipei standard time
ulaanbaatar=ulaanbaatar standard time|eucla=aus central w. standard time|chita=transbaikal standard time
osaka, sapporo, tokyo=tokyo standard time|pyongyang=north korea standard time|seoul=korea standard time
yakutsk=yakutsk standard time|adelaide=cen. australia standard time|darwin=aus central standard time
brisbane=e. australia standard time|canberra, melbourne, sydney=aus eastern standard time
guam, port moresby=west pacific standard time|hobart=tasmania standard time|vladivostok=vladivostok standard time
lord howe island=lord howe standard time|bougainville island=bougainville standard time
chokurdakh=russia time zone 10|magadan=magadan standard time|norfolk island=norfolk standard time
sakhalin=sakhalin standard time|solomon is., new caledonia=central pacific standard time
anadyr, petropavlovsk-kamchatsky=russia time zone 11|auckland, wellington=new zealand standard time
coordinated universal time+12=utc+12|fiji=fiji standard time|chatham islands=chatham islands standard time
coordinated universal time+13=utc+13|nuku'alofa=tonga standard time|samoa=samoa standard time
kiritimati island=line islands standard time`

const windowsNames: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split(/[|\n]/)
    .map((entry) => {
      const [shown = '', name = ''] = entry.split('=')
      return [shown, name] as const
    }),
)

/** `(UTC+05:30) Chennai, …`, `(GMT-05:00) …`: the offset, and the display name. */
const displayed = /^\((?:UTC|GMT)(?:([+-])(\d{1,2}):(\d\d))?\)\s*(.*)$/i

/** Returns the zone of a Windows display name, with or without its offset; undefined for any other text. */
export function zoneNameOfOutlookName(id: string): string | undefined {
  const shown = displayed.exec(id)?.[4] ?? id
  const plain = shown.trim().toLowerCase().replace(/\s+/g, ' ')
  return windowsZones.get(windowsNames.get(plain) ?? windowsNames.get(plain.replaceAll(' and ', ' & ')) ?? '')
}

/** Returns the offset at the beginning of a name like `(UTC+05:30) Somewhere`, as a stored zone; undefined without one. */
export function offsetZoneNameOfOutlookName(id: string): string | undefined {
  const [whole, sign = '+', hours = '0', minutes = '00'] = displayed.exec(id) ?? []
  if (whole === undefined) return undefined
  const isUtc = Number(hours) === 0 && minutes === '00'
  return isUtc ? 'UTC' : storedZoneName(`UTC${sign}${Number(hours)}:${minutes}`)
}
