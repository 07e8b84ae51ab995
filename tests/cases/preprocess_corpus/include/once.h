#pragma once
once only
