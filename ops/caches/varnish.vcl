# Varnish 7 with xkey (Debian: varnish, varnish-modules) in front of Fasti, which is started with FASTI_SURROGATE_KEYS=on and
# FASTI_PURGE_URL=http://127.0.0.1:6081/. TLS ends before Varnish.
vcl 4.1;
import xkey;

backend fasti {
  .host = "127.0.0.1";
  .port = "3000";
}

# Who may purge: the instances of Fasti.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(405));
    }
    set req.http.X-Purged = xkey.purge(req.http.xkey);
    return (synth(200, "Purged"));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Cookies of other programs, such as those that count visitors, do not change an answer.
  if (req.http.Cookie && req.http.Cookie !~ "fasti_") {
    unset req.http.Cookie;
  }
  if (req.http.Authorization || req.http.Cookie || req.http.X-Event-Password || req.http.X-Fasti-Revision) {
    return (pass);
  }
  # Every browser sends another list of types; one page is enough for all of them.
  if (req.http.Accept ~ "text/html") {
    set req.http.Accept = "text/html";
  }
  return (hash);
}

sub vcl_backend_response {
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  # An answer that has ended is asked for again by its ETag.
  set beresp.keep = 1h;
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  } else {
    set resp.http.X-Cache = "MISS";
  }
}
