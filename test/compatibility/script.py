"""A typical script for The Events Calendar: creates a venue, an organizer, tags, an image and an event."""
import base64
import html
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

site, login, password, picture = sys.argv[1:5]
credentials = base64.b64encode(f"{login}:{password}".encode()).decode()


def ask(method, path, data=None, headers=None, raw=None):
    """Sends a request and returns the status, the headers and the JSON of the response."""
    body = raw if raw is not None else None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(f"{site}/wp-json{path}", data=body, method=method)
    request.add_header("Authorization", f"Basic {credentials}")
    if data is not None:
        request.add_header("Content-Type", "application/json")
    for name, value in (headers or {}).items():
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, response.headers, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, json.load(error)


def tag_of(name):
    """The id of a tag, created if it does not exist."""
    query = urllib.parse.urlencode({"search": name})
    for tag in ask("GET", f"/wp/v2/tags?{query}")[2]:
        if html.unescape(tag["name"]).lower() == name.lower():
            return tag["id"]
    status, _, tag = ask("POST", "/wp/v2/tags", {"name": name})
    return tag["id"] if status == 201 else tag["data"]["term_id"]


def image_of(slug):
    """The id of an image, uploaded if it does not exist."""
    found = ask("GET", f"/wp/v2/media?slug={slug}")[2]
    if found:
        return found[0]["id"]
    with open(picture, "rb") as file:
        status, _, media = ask(
            "POST",
            "/wp/v2/media",
            raw=file.read(),
            headers={"Content-Type": "image/png", "Content-Disposition": f'attachment; filename="{slug}.png"'},
        )
    assert status == 201, media
    return media["id"]


me = ask("GET", "/wp/v2/users/me")[2]
venue = ask("POST", "/tribe/events/v1/venues", {"venue": "Ben &amp; Sons", "city": "Turin"})[2]
organizer = ask("POST", "/tribe/events/v1/organizers", {"organizer": "Society"})[2]
tags = [tag_of("Open air"), tag_of("Rock & Roll"), tag_of("Open air")]
images = [image_of("summer-fair"), image_of("summer-fair")]
status, _, event = ask(
    "POST",
    "/tribe/events/v1/events",
    {
        "title": "Rock &amp; Roll &#8211; live",
        "start_date": "2027-05-04 18:00:00",
        "end_date": "2027-05-04 20:00:00",
        "venue": venue["id"],
        "organizer": [organizer["id"]],
        "tags": tags,
        "image": images[0],
    },
)
listed = ask("GET", "/tribe/events/v1/events?per_page=50")
print(
    json.dumps(
        {
            "me": me["slug"],
            "status": status,
            "title": html.unescape(event["title"]),
            "venue": html.unescape(event["venue"]["venue"]),
            "organizer": event["organizer"][0]["organizer"],
            "tags": sorted(html.unescape(tag["name"]) for tag in event["tags"]),
            "same_tag": tags[0] == tags[2],
            "same_image": images[0] == images[1],
            "image": event["image"]["url"],
            "total": int(listed[1]["X-TEC-Total"]),
        }
    )
)
